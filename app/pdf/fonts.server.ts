import { create, type Font } from 'fontkit'
import archivo from './fonts/archivo-400.ttf?inline'
import archivoSemiBold from './fonts/archivo-600.ttf?inline'
import pantograph from './fonts/pantograph-240.ttf?inline'
import pantographMedium from './fonts/pantograph-460.ttf?inline'

/** `text` and `strong` are for reading, `display` and `label` for capitals. */
export type FontName = 'text' | 'strong' | 'display' | 'label'

export const shopFonts: Readonly<Record<FontName, Font>> = {
  text: parse(archivo),
  strong: parse(archivoSemiBold),
  display: parse(pantograph),
  label: parse(pantographMedium),
}

/** The build inlines fonts as `data:` URLs. */
function parse(dataAddress: string): Font {
  const font = create(Buffer.from(dataAddress.slice(dataAddress.indexOf(',') + 1), 'base64'))
  if (!('layout' in font)) throw new TypeError('Expected a font, found a collection')
  return font
}
