"""The part of Archivo that our pages are set in: English, our signs, the weights 400 to 600. A third of the whole file.
Everything else of it (accents in names) still comes from the package's file, when a page has such a letter.
python3 archivo.py, in this folder, after npm install (needs fonttools 4.40 or newer, and brotli)."""
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

WHOLE = '../../../node_modules/@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2'
# Keep in step with the unicode-range in ../styles/fonts.css.
SIGNS = [*range(0x20, 0x7F), 0xA0, 0xA7, 0xA9, 0xB0, 0xB7, 0xD7, *range(0x2010, 0x2015), 0x2018, 0x2019, 0x201C,
         0x201D, 0x2022, 0x2026, 0x2032, 0x2033, 0x2116, *range(0x2190, 0x2194), 0x2212]

font = instancer.instantiateVariableFont(TTFont(WHOLE), {'wght': (400, 600)})
options = subset.Options(layout_features=['kern', 'liga', 'tnum', 'locl', 'mark', 'ccmp'], hinting=False, flavor='woff2')
subsetter = subset.Subsetter(options)
subsetter.populate(unicodes=SIGNS)
subsetter.subset(font)
subset.save_font(font, 'archivo-basic.woff2', options)
