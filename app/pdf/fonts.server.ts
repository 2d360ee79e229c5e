import { create, type Font } from 'fontkit'
import archivo from './fonts/archivo-400.ttf?inline'
import archivoSemiBold from './fonts/archivo-600.ttf?inline'
import pantograph from './fonts/pantograph-240.ttf?inline'
import pantographMedium from './fonts/pantograph-460.ttf?inline'

/** A face of the shop: `text` and `strong` for reading, `display` and `label` for capitals. */
export type FontName = 'text' | 'strong' | 'display' | 'label'

/** The shop's faces, parsed once: every document embeds the letters it uses. */
export const shopFonts: Readonly<Record<FontName, Font>> = {
  text: parse(archivo),
  strong: parse(archivoSemiBold),
  display: parse(pantograph),
  label: parse(pantographMedium),
}

/** The build hands files to the server as `data:` addresses. */
function parse(dataAddress: string): Font {
  const font = create(Buffer.from(dataAddress.slice(dataAddress.indexOf(',') + 1), 'base64'))
  if (!('layout' in font)) throw new TypeError('A collection of fonts in place of one')
  return font
}
