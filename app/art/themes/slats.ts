import type { ArtFrame } from '../art-frames.ts'
import { type ArtSubject, type Drawing, dropNumberText } from '../drawing.ts'
import { letteringPath, letteringWidth } from '../pantograph/lettering.ts'
import { hashText } from '../random.ts'
import { formatNumber } from '../svg-path.ts'

/** Degrees the blind hangs from level. */
const tilt = -9

/**
 * Noir: light through a blind on an engraved steel plate. Every unit is one slat of light; a slat narrows when its
 * unit is held and closes when it is taken. The groove of the number is lit by a copy of the same light.
 */
export function drawSlats(subject: ArtSubject, frame: ArtFrame, id: string): Drawing {
  const { width, height } = frame
  const pitch = (height * 1.12) / subject.total
  const from = width * frame.plate.light
  const split = from + (width - from) * 0.46
  const strokes = Array.from({ length: subject.total }, (_, i) => {
    const y = formatNumber(-height * 0.06 + (i + 0.5) * pitch)
    // The cord of the blind parts each slat in two.
    return `M${formatNumber(from)} ${y}H${formatNumber(split)}M${formatNumber(split + width * 0.014)} ${y}H${formatNumber(width * 1.04)}`
  })
  const text = subject.lettering ?? dropNumberText(subject.dropNumber)
  const room = width * (1 - frame.plate.light) - (width - frame.plate.right)
  const natural = letteringWidth(text, { height: frame.plate.height, width: 0.95, tracking: 0.02 })
  const size = frame.plate.height * Math.min(1, room / natural)
  const number = letteringPath(text, {
    x: frame.plate.right,
    y: frame.plate.baseline,
    height: size,
    width: 0.95,
    anchor: 'end',
    tracking: 0.02,
  })
  return {
    strokes,
    // A few units must not turn into bars of light as wide as a door.
    pitch: Math.min(pitch, height * 0.06),
    before: plateMarkup(frame, id, hashText(subject.slug) % 97) + openLight(frame, id),
    after: `</g></g>${engravedNumber(number, size * 0.085, frame, id)}${grainMarkup(frame, id)}`,
  }
}

function plateMarkup({ width, height, weight }: ArtFrame, id: string, grainSeed: number): string {
  const blur = formatNumber((1.5 * width) / 1440 + 0.5 / weight, 2)
  const sheet = `width="${width}" height="${height}"`
  return `<defs>
<radialGradient id="${id}-fall" cx=".72" cy=".46" r=".62"><stop offset="0" stop-color="#fff"/><stop offset=".55" stop-color="#999"/><stop offset="1" stop-color="#000"/></radialGradient>
<mask id="${id}-mask" maskUnits="userSpaceOnUse" x="0" y="0" ${sheet}><rect ${sheet} fill="url(#${id}-fall)"/></mask>
<filter id="${id}-soft" x="-5%" y="-5%" width="110%" height="110%"><feGaussianBlur stdDeviation="${blur} ${formatNumber(Number(blur) / 2, 2)}"/></filter>
<filter id="${id}-brush" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".0018 .42" numOctaves="3" seed="${grainSeed}"/><feColorMatrix values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 1.9 -.72"/></filter>
<radialGradient id="${id}-sheen" cx=".76" cy=".34" r=".7" gradientTransform="rotate(${tilt} .7 .5)"><stop offset="0" stop-color="#e9d6ae" stop-opacity=".17"/><stop offset=".5" stop-color="#cdbd9c" stop-opacity=".06"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>
</defs><rect class="plate" ${sheet}/><rect ${sheet} fill="url(#${id}-sheen)"/><rect ${sheet} filter="url(#${id}-brush)" opacity=".12"/>`
}

/** Opens the two groups the slats hang in; `after` closes them. */
function openLight({ width, height }: ArtFrame, id: string): string {
  const center = `${formatNumber(width * 0.7)} ${formatNumber(height * 0.5)}`
  return `<g mask="url(#${id}-mask)"><g id="${id}-light" transform="rotate(${tilt} ${center})" filter="url(#${id}-soft)">`
}

function engravedNumber(path: string, tool: number, { width, height }: ArtFrame, id: string): string {
  const n = (share: number) => formatNumber(tool * share, 2)
  const sheet = `maskUnits="userSpaceOnUse" x="0" y="0" width="${width}" height="${height}"`
  const lit = `mask="url(#${id}-mask)"`
  return `<defs><mask id="${id}-groove" ${sheet}><path d="${path}" fill="none" stroke="#fff" stroke-width="${n(1)}" stroke-linecap="round" stroke-linejoin="round"/></mask>
<filter id="${id}-edge" x="-5%" y="-10%" width="110%" height="120%"><feGaussianBlur stdDeviation="${n(0.09)}"/></filter></defs>
<g ${lit}><g class="eng" stroke-width="${n(1)}"><path class="e-hi" d="${path}" transform="translate(${n(0.07)} ${n(0.1)})"/></g></g>
<g class="eng" mask="url(#${id}-groove)" stroke-width="${n(1.2)}"><path class="e-in" d="${path}"/><g ${lit}><use href="#${id}-light" transform="translate(${n(-0.2)} ${n(1.05)})" opacity=".34"/></g>
<path class="e-lo" d="${path}" stroke-width="${n(0.6)}" transform="translate(${n(-0.42)} ${n(-0.5)})" filter="url(#${id}-edge)"/>
<g ${lit}><path class="e-rim" d="${path}" stroke-width="${n(0.2)}" transform="translate(${n(0.4)} ${n(0.46)})" filter="url(#${id}-edge)"/></g></g>`
}

/** Film grain over everything. */
function grainMarkup({ width, height }: ArtFrame, id: string): string {
  return `<filter id="${id}-grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".82" numOctaves="2" seed="3"/><feColorMatrix values="0 0 0 0 .5 0 0 0 0 .5 0 0 0 0 .5 0 0 0 1.1 -.32"/></filter><rect width="${width}" height="${height}" filter="url(#${id}-grain)" opacity=".26" style="mix-blend-mode:overlay"/>`
}
