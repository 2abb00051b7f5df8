"""The package as others get it: what importing costs, what the wheel carries, that it plays from anywhere."""

import json
import os
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HEAVY = ("torch", "stable_baselines3", "pygame", "onnxruntime", "onnx", "matplotlib", "tensorboard", "typer", "rich")


def run(code, cwd=None, **env):
    """The last line a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().splitlines()[-1]


def test_importing_brings_nothing_heavy():
    found = run(f"import sys, ninetynine_env; print([m for m in {HEAVY} if m in sys.modules])")
    assert found == "[]"


def test_importing_registers_and_compiles_nothing():
    code = (
        "import ninetynine_env, gymnasium, pettingzoo\n"
        "from ninetynine_env.trick.kernel import legal\n"
        "ids = [v.id for v in ninetynine_env.VARIANTS.values()]\n"
        "assert all(i in gymnasium.registry and i in pettingzoo.aec_registry for i in ids)\n"
        "print(len(getattr(legal, 'signatures', [])))"
    )
    assert run(code) == "0"


def test_the_first_compilation_says_what_it_is_doing(tmp_path):
    code = "import ninetynine_env as n\ne = n.env('three'); e.reset(seed=1); e.last(); print(e.agent_selection)"
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    env.pop("NINETYNINE_PLAIN", None)
    pytest.importorskip("numba")
    said = []
    for _ in range(2):
        began = time.perf_counter()
        done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
        said.append((done.stderr, time.perf_counter() - began))
    assert "compiling the rules for this machine, once" in said[0][0] and said[0][0].count("compiling") == 1
    assert said[1][0] == ""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(folder), "."]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return next(folder.glob("*.whl"))


def test_the_wheel_carries_both_packages_the_models_and_the_frozen_deals(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in (
        "ninetynine_env/trick/kernel.py",
        "ninetynine_env/py.typed",
        "ninetynine_env/seeds/trick.md",
        "ninetynine_env/seeds/evaluation.txt",
        "training/ppo.py",
        "training/configs/quick.toml",
    ):
        assert wanted in names
    models = {f"ninetynine_env/models/{path.name}" for path in (ROOT / "models").glob("*.onnx")}
    assert models <= set(names) and not any("__pycache__" in name or name.startswith("tests") for name in names)


def test_the_wheel_plays_from_another_folder(wheel, tmp_path):
    site = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(site), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    env = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, "-m", "ninetynine_env", "evaluate", "thumb", "random", "--deals", "20", "--json"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)
    assert str(site) in run("import ninetynine_env; print(ninetynine_env.__file__)", cwd=tmp_path, PYTHONPATH=str(site))
