"""The ONNX graphs that models ship as."""
