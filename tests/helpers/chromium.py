"""The installed Chromium, for tests, pictures and benchmarks."""

import shutil

# The headless shell opens a page in half the time.
FORMS = ("chromium-headless-shell", "chromium", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, FORMS)), None)


# Chromium's own sandbox does not work in containers or as root.
HOW = {"executable_path": CHROMIUM, "args": ["--no-sandbox"]}


def launched(playwright):
    """Start the browser, which keeps nothing; the caller closes it."""
    return playwright.chromium.launch(**HOW)


def profile(playwright, folder):
    """Start the browser as a visitor has it, which keeps compiled code in a folder."""
    return playwright.chromium.launch_persistent_context(folder, **HOW)
