"""Opens an address in QtWebEngine 5.15, which is Chrome 87, and prints the browser's name and what is to be read."""

import json
import sys

from PyQt5.QtCore import QTimer, QUrl
from PyQt5.QtWebEngineWidgets import QWebEnginePage
from PyQt5.QtWidgets import QApplication

WAIT_MS = 3000  # after loading: scripts of modules come last
READ = "[navigator.userAgent, document.body.innerText]"

app = QApplication([sys.argv[0]])
page = QWebEnginePage()  # without a window, which would need a graphics card


def answer(found):
    print(json.dumps({"browser": found[0], "text": found[1]}))
    app.quit()


def ask(_loaded):
    QTimer.singleShot(WAIT_MS, lambda: page.runJavaScript(READ, answer))


page.loadFinished.connect(ask)
page.load(QUrl(sys.argv[1]))
app.exec_()
