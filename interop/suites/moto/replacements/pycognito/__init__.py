from . import aws_srp as aws_srp
