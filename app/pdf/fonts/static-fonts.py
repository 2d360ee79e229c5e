"""Makes the static fonts that go into documents from the variable ones of the site.

    pip install fonttools brotli && python app/pdf/fonts/static-fonts.py

Archivo: Copyright 2020 The Archivo Project Authors, SIL Open Font License 1.1. PACo Pantograph is our own.
"""
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

root = Path(__file__).resolve().parents[3]
archivo = [
    root / f"node_modules/@fontsource-variable/archivo/files/archivo-{part}-wght-normal.woff2"
    for part in ("latin", "latin-ext", "vietnamese")
]
pantograph = [root / "app/ui/fonts/paco-pantograph.woff2"]
# Names of people need the letters of every language that is written in Latin ones.
letters = {
    *range(0x20, 0x7F), *range(0xA0, 0x250), *range(0x1E00, 0x1F00),
    0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026, 0x2116,
}


def static_part(source, axes, unicodes):
    font = instantiateVariableFont(TTFont(source), axes)
    options = subset.Options()
    options.hinting = False
    options.layout_features = []
    options.name_IDs = ["*"]
    options.notdef_outline = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=unicodes)
    subsetter.subset(font)
    for tag in ("GPOS", "GSUB", "GDEF", "STAT", "prep", "gasp"):
        if tag in font:
            del font[tag]
    font.flavor = None
    return font


for sources, axes, name in [
    (archivo, {"wght": 400}, "archivo-400.ttf"),
    (archivo, {"wght": 600}, "archivo-600.ttf"),
    (pantograph, {"wght": 240, "wdth": 100}, "pantograph-240.ttf"),
    (pantograph, {"wght": 460, "wdth": 100}, "pantograph-460.ttf"),
]:
    with TemporaryDirectory() as folder:
        missing, parts = set(letters), []
        for source in sources:
            part = Path(folder) / f"{len(parts)}.ttf"
            static_part(source, axes, missing).save(part)
            missing -= set(TTFont(part).getBestCmap())
            parts.append(part)
        font = Merger().merge([str(part) for part in parts]) if len(parts) > 1 else TTFont(parts[0])
        font.save(Path(__file__).parent / name)
