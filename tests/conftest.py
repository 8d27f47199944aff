"""How thoroughly the property tests look: less so where the core runs uncompiled."""

import os

from hypothesis import HealthCheck, settings

_UNCOMPILED = bool(os.environ.get("BRANCHLINE_UNCOMPILED"))
_COMMON = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])

settings.register_profile("compiled", _COMMON, max_examples=40)
settings.register_profile("uncompiled", _COMMON, max_examples=8)
settings.load_profile("uncompiled" if _UNCOMPILED else "compiled")
