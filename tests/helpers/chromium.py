"""The Chromium that is installed here: for tests, pictures and measurements."""

import shutil

# The form without windows opens a page in half the time.
FORMS = ("chromium-headless-shell", "chromium", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, FORMS)), None)


def launched(playwright):
    """Return the browser; who asks closes it."""
    # Containers and root users have no room for Chromium's own sandbox.
    return playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
