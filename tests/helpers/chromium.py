"""The installed Chromium, for tests, pictures and benchmarks."""

import shutil

# The headless shell opens a page in half the time.
FORMS = ("chromium-headless-shell", "chromium", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, FORMS)), None)


def launched(playwright):
    """Start the browser; the caller closes it."""
    # Chromium's own sandbox does not work in containers or as root.
    return playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
