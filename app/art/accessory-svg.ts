import { type AccessorySheet, shadingPath } from './accessory-art.ts'

/** The inks of the noir theme, as files need them: a picture in an `img` does not know the page's colors. */
const ink = { body: '#1c1a17', edge: '#eae6dc', fine: '#b6b1a6', shade: '#7f7a70' }

/** The drawing of an accessory as a file, square, on a transparent ground. */
export function accessorySvg({ outline, detail, phantom }: AccessorySheet): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -40 300 300" fill="none" stroke-linecap="round" stroke-linejoin="round">
<clipPath id="o"><path d="${outline}"/></clipPath>
${phantom ? `<path d="${phantom}" stroke="${ink.shade}" stroke-dasharray="9 4 2 4"/>` : ''}
<path d="${outline}" fill="${ink.body}"/>
<path d="${shadingPath()}" clip-path="url(#o)" stroke="${ink.shade}" stroke-width=".6" stroke-opacity=".55"/>
<path d="${detail}" stroke="${ink.fine}" stroke-width="1.4"/>
<path d="${outline}" stroke="${ink.edge}" stroke-width="2.4"/>
</svg>`
}
