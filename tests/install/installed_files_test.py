#!/usr/bin/env python3
"""Installs a build into a temporary folder and looks at what is there.

  installed_files_test.py BUILD [PART...]     BUILD: a folder that was built; PART: Files, Manual,
                                              Completions, Desktop; all if none is named

Exit code 77: every test was skipped, because this machine lacks the tools (scripts/setup --package).
"""
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SKIPPED = 77
SOURCE = pathlib.Path(__file__).resolve().parents[2]
APP_ID = "org.neuronscope.Neuronscope"


def run(*command, **options):
    """What the command prints; its exit code must be 0."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False,
                          timeout=120, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def needs(*tools):
    """Skips a test where a tool is missing."""
    missing = [tool for tool in tools if not shutil.which(tool)]
    return unittest.skipIf(missing, f"not on this machine: {', '.join(missing)}")


class Installed(unittest.TestCase):
    """An installed tree; one for all tests of the program."""

    prefix = None

    def path(self, name):
        return self.prefix / name

    def nscope(self, *arguments, **options):
        return run(self.path("bin/nscope"), *arguments, **options)


class Files(Installed):
    def test_everything_is_there(self):
        expected = [
            "bin/nscope", "bin/neuronscope",
            "share/man/man1/nscope.1.gz", "share/man/man1/nscope-simulate.1.gz",
            "share/man/man1/neuronscope.1.gz",
            "share/bash-completion/completions/nscope",
            "share/fish/vendor_completions.d/nscope.fish",
            "share/zsh/site-functions/_nscope",
            f"share/applications/{APP_ID}.desktop",
            f"share/metainfo/{APP_ID}.metainfo.xml",
            "share/mime/packages/neuronscope.xml",
            "share/icons/hicolor/scalable/apps/neuronscope.svg",
            "share/icons/hicolor/scalable/mimetypes/neuronscope-document.svg",
            "share/doc/neuronscope/LICENSE", "share/doc/neuronscope/third-party.md",
            *(f"share/doc/neuronscope/third-party/{package}" for package in (
                "libcli11-dev", "libexpected-dev", "libkainjow-mustache-dev", "libsqlitecpp-dev",
                "nlohmann-json3-dev")),
            "share/doc/neuronscope/agents/README.md", "share/doc/neuronscope/agents/skill/SKILL.md",
            "share/doc/neuronscope/copyright", "share/doc/neuronscope-cli/copyright",
            "share/doc/neuronscope/cli.md", "share/doc/neuronscope/guide/README.md",
            "share/doc/neuronscope/images/guide-capture.png",
            "share/neuronscope/setup-duckdb", "share/neuronscope/apt-install",
        ]
        if (SOURCE / "build/docs/index.html").exists():  # scripts/docs was run before
            expected.append("share/doc/neuronscope/html/index.html")
        for size in (16, 22, 24, 32, 48, 64, 128, 256, 512):
            expected.append(f"share/icons/hicolor/{size}x{size}/apps/neuronscope.png")
            expected.append(f"share/icons/hicolor/{size}x{size}/mimetypes/neuronscope-document.png")
        self.assertEqual([], [name for name in expected if not self.path(name).is_file()])

    def test_nothing_else_is_there(self):
        folders = {"bin", "share/applications", "share/bash-completion", "share/doc/neuronscope",
                   "share/doc/neuronscope-cli", "share/fish", "share/icons/hicolor", "share/man/man1",
                   "share/metainfo", "share/mime/packages", "share/neuronscope", "share/zsh"}
        files = [file.relative_to(self.prefix).as_posix()
                 for file in self.prefix.rglob("*") if file.is_file()]
        strays = [file for file in files if not any(file.startswith(f + "/") for f in folders)]
        self.assertEqual([], strays)
        # Code, pictures of tests and pages for developers are none of a user's documentation.
        self.assertEqual([], [f for f in files if f.endswith((".cpp", ".h", ".cmake"))])
        self.assertFalse(self.path("share/doc/neuronscope/adr").exists())

    def test_programs_run_from_there(self):
        version = re.search(r"project\(neuronscope VERSION ([0-9.]+)",
                            (SOURCE / "CMakeLists.txt").read_text()).group(1)
        self.assertEqual(f"nscope {version}\n", self.nscope("--version", cwd="/"))
        offscreen = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        self.assertEqual(f"neuronscope {version}\n",
                         run(self.path("bin/neuronscope"), "--version", cwd="/", env=offscreen))

    def test_links_of_the_documentation_lead_somewhere(self):
        # Pages for those who change the programs stay in the source.
        left_out = {"adr", "architecture.md", "performance.md"}
        broken = []
        root = self.path("share/doc/neuronscope")
        for page in root.rglob("*.md"):
            for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
                if "://" in target or left_out & set(pathlib.PurePath(target).parts):
                    continue
                if target.startswith("../../"):  # a file of the source
                    continue
                if page.name == "CHANGELOG.md":
                    target = target.removeprefix("docs/")
                if not (page.parent / target).exists():
                    broken.append(f"{page.relative_to(root)}: {target}")
        self.assertEqual([], broken)

    def test_pictures_have_the_size_of_their_folder(self):
        for picture in self.path("share/icons/hicolor").rglob("*.png"):
            head = picture.read_bytes()[:24]
            self.assertEqual(b"\x89PNG", head[:4])
            size = f"{int.from_bytes(head[16:20], 'big')}x{int.from_bytes(head[20:24], 'big')}"
            self.assertEqual(picture.relative_to(self.prefix).parts[3], size)


class Manual(Installed):
    def pages(self):
        return sorted(self.path("share/man/man1").glob("*.gz"))

    def test_every_command_has_a_page(self):
        commands = re.findall(r"^  ([a-z]+)  +\S", self.nscope("--help").split("\nCommands:")[1]
                              .split("Exit codes")[0], re.M)
        self.assertGreater(len(commands), 20)
        names = {page.name.removesuffix(".1.gz") for page in self.pages()}
        self.assertEqual({"nscope", "neuronscope"} | {f"nscope-{c}" for c in commands}, names)

    def test_pages_have_every_option_of_the_desktop_application(self):
        offscreen = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        help_text = run(self.path("bin/neuronscope"), "--help", env=offscreen)
        options = set(re.findall(r"^\s+(?:-\w, )?(--[a-z-]+)", help_text, re.M))
        self.assertGreater(len(options), 20)
        page = gzip.decompress(self.path("share/man/man1/neuronscope.1.gz").read_bytes()).decode()
        described = set(re.findall(r"--[a-z-]+", page.replace("\\-", "-")))
        self.assertEqual(set(), options - described)

    @needs("groff")
    def test_groff_warns_of_nothing(self):
        for page in self.pages():
            done = subprocess.run(["groff", "-ww", "-man", "-Kutf8", "-Tutf8", "-z"],
                                  input=gzip.decompress(page.read_bytes()), capture_output=True,
                                  check=True)
            self.assertEqual("", done.stderr.decode(), page.name)

    @needs("mandoc")
    def test_mandoc_finds_no_errors(self):
        for page in self.pages():
            done = subprocess.run(["mandoc", "-Tlint", "-Wwarning"], check=False, text=True,
                                  input=gzip.decompress(page.read_bytes()).decode(),
                                  capture_output=True)
            # Pages have no date, so that a build can be repeated byte for byte.
            found = [line for line in done.stdout.splitlines() if "missing date" not in line]
            self.assertEqual([], found, page.name)

    @needs("man")
    def test_man_renders_a_page(self):
        text = run("man", "-P", "cat", "-l", self.path("share/man/man1/nscope-import.1.gz"),
                   env={**os.environ, "MANWIDTH": "90", "LC_ALL": "C.UTF-8"})
        self.assertIn("nscope import [OPTIONS] --output FILE FILE...", text)
        self.assertIn("--align clock|start|collectives", text)


class Completions(Installed):
    def bash(self, *words):
        script = ('source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _nscope; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        file = self.path("share/bash-completion/completions/nscope")
        return run("bash", "-c", script, file, "nscope", *words).split()

    def fish(self, line):
        file = self.path("share/fish/vendor_completions.d/nscope.fish")
        # Of a line "word<tab>description" the word.
        return [text.split("\t")[0] for text in
                run("fish", "--no-config", "-c", f"source {file}; complete -C '{line}'").splitlines()]

    def test_bash_reads_them(self):
        run("bash", "-n", self.path("share/bash-completion/completions/nscope"))

    def test_bash_completes(self):
        self.assertEqual(["simulate"], self.bash("sim"))
        self.assertIn("prices", self.bash(""))
        self.assertNotIn("manual", self.bash(""))
        self.assertEqual(["--model", "--models"], self.bash("simulate", "--mod"))
        self.assertEqual(["--quiet"], self.bash("simulate", "--qui"))
        self.assertIn("llama-2-70b", self.bash("simulate", "--model", "llama-2"))
        self.assertIn("trn1.32xlarge", self.bash("cost", "--instance", "=", "trn1"))
        self.assertEqual(["fp16", "fp32"], self.bash("simulate", "--dtype", "f"))
        self.assertEqual(["clock", "start", "collectives"], self.bash("import", "--align", "="))
        self.assertEqual(["discount"], self.bash("prices", "di"))
        self.assertEqual(["--region"], self.bash("prices", "list", "--reg"))
        self.assertEqual(["simulate"], self.bash("--progress", "plain", "sim"))
        self.assertEqual([], self.bash("find", "x.nscope", "--limit", ""))
        self.assertEqual([], self.bash("import", "-o", "x"))  # bash completes files itself

    @needs("fish")
    def test_fish_completes(self):
        self.assertEqual(["simulate"], self.fish("nscope sim"))
        self.assertEqual(["--model", "--models"], self.fish("nscope simulate --mod"))
        self.assertIn("llama-2-70b", self.fish("nscope simulate --model llama-2"))
        self.assertIn("discount", self.fish("nscope prices di"))
        self.assertEqual(["--region"], self.fish("nscope prices list --reg"))
        self.assertIn("simulate", self.fish("nscope --progress plain sim"))

    @needs("zsh")
    def test_zsh_reads_them(self):
        run("zsh", "-n", self.path("share/zsh/site-functions/_nscope"))


class Desktop(Installed):
    @needs("desktop-file-validate")
    def test_the_entry_is_valid(self):
        self.assertEqual("", run("desktop-file-validate", "--warn-kde",
                                 self.path(f"share/applications/{APP_ID}.desktop")))

    @needs("appstreamcli")
    def test_the_metainfo_is_valid(self):
        run("appstreamcli", "validate", "--no-net",
            self.path(f"share/metainfo/{APP_ID}.metainfo.xml"))

    @needs("update-mime-database", "gio")
    def test_files_are_known_by_content(self):
        run("update-mime-database", self.path("share/mime"))
        self.addCleanup(self.remove_database)
        corpus = SOURCE / "tests/fuzz/corpus"
        with tempfile.TemporaryDirectory() as work:
            session = pathlib.Path(work, "session")
            self.nscope("simulate", "example", "-o", session)
            files = {"x-neuronscope-session": [session],
                     "x-neuron-ntff": sorted((corpus / "ntff").iterdir()),
                     "x-neuron-neff": sorted((corpus / "neff").glob("*.neff"))}
            for kind, examples in files.items():
                for number, example in enumerate(examples):
                    plain = pathlib.Path(work, f"{kind}{number}")
                    shutil.copy(example, plain)
                    self.assertEqual(f"application/{kind}", self.content_type(plain), example)
            for number, other in enumerate((b"", b"\0" * 2000, b"\x06" + b"\0" * 2000,
                                            b"SQLite format 3\0" + b"\0" * 2000)):
                plain = pathlib.Path(work, f"other{number}")
                plain.write_bytes(other)
                self.assertNotRegex(self.content_type(plain), "neuron")

    def content_type(self, file):
        environment = {**os.environ, "XDG_DATA_HOME": str(self.path("share"))}
        text = run("gio", "info", "--attributes=standard::content-type", file, env=environment)
        return re.search(r"standard::content-type: (\S+)", text).group(1)

    def remove_database(self):
        for entry in self.path("share/mime").iterdir():
            if entry.name != "packages":
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()


def main():
    build, parts = sys.argv[1], sys.argv[2:] or ["Files", "Manual", "Completions", "Desktop"]
    with tempfile.TemporaryDirectory() as prefix:
        run("cmake", "--install", build, "--prefix", prefix)
        Installed.prefix = pathlib.Path(prefix)
        suite = unittest.TestSuite(
            unittest.defaultTestLoader.loadTestsFromTestCase(globals()[part]) for part in parts)
        result = unittest.TextTestRunner(verbosity=2).run(suite)
    if not result.wasSuccessful():
        return 1
    return SKIPPED if len(result.skipped) == result.testsRun else 0


if __name__ == "__main__":
    sys.exit(main())
