"""Judged formal chains as records, with certificates, and records checked again from nothing."""
