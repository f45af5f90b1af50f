"""What tests share. A test imports it as ``support.NAME``; nothing here is collected as a test."""
