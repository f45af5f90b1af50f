"""Front ends: from text to formal chains. They translate, and decide nothing."""
