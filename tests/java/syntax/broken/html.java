<html><body class="x">text</body></html>
