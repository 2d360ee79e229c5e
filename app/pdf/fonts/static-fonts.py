"""Makes the static fonts that go into documents from the variable ones of the site.

    pip install fonttools brotli && python app/pdf/fonts/static-fonts.py

Archivo: Copyright 2020 The Archivo Project Authors, SIL Open Font License 1.1. PACo Pantograph is our own.
"""
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

root = Path(__file__).resolve().parents[3]
archivo = root / "node_modules/@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2"
pantograph = root / "app/ui/fonts/paco-pantograph.woff2"
letters = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026, 0x2116]

for source, axes, name in [
    (archivo, {"wght": 400}, "archivo-400.ttf"),
    (archivo, {"wght": 600}, "archivo-600.ttf"),
    (pantograph, {"wght": 240, "wdth": 100}, "pantograph-240.ttf"),
    (pantograph, {"wght": 460, "wdth": 100}, "pantograph-460.ttf"),
]:
    font = instantiateVariableFont(TTFont(source), axes)
    options = subset.Options()
    options.hinting = False
    options.layout_features = []
    options.name_IDs = ["*"]
    options.notdef_outline = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    for tag in ("GPOS", "GSUB", "GDEF", "STAT", "prep", "gasp"):
        if tag in font:
            del font[tag]
    font.flavor = None
    font.save(Path(__file__).parent / name)
