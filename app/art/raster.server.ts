// Pictures are drawn in a process of its own: requests go on meanwhile, and the 300 MB that drawing takes end with it.
import { type ChildProcess, fork } from 'node:child_process'
import { second } from '#app/kit/clock.ts'
import type { Paintings } from './draw-process.server.ts'
import type { LitPicture } from './relief/receiver.server.ts'

const program = './app/art/draw-process.server.ts'

/** After that long without a picture, the process gives its memory back. */
const idleMs = 10 * second

/** Width in pixels, height by aspect ratio. `light` is for backgrounds: 40% smaller, with softer hairlines. */
export type RasterSize = { width: number; format: 'webp' | 'avif' | 'png'; light?: boolean }

export type LitSize = { width: number; format: 'webp' | 'avif' }

/** The card of a drop or of one of its numbers: its lit picture at a place, and a veil with words over all of it. */
export type RunCard = {
  size: { width: number; height: number }
  lit: Uint8Array
  /** Goes onto the lit picture. */
  cut: { input: Uint8Array; left: number; top: number } | undefined
  place: { left: number; top: number }
  veil: { ground: string; svg: string }
}

/** A painting of `draw-process.server.ts`, and what it is made of. */
export type Task<Kind extends keyof Paintings = keyof Paintings> = {
  [Each in Kind]: { id: number; kind: Each; of: Parameters<Paintings[Each]>[0] }
}[Kind]

export type Drawn = { id: number; picture: Uint8Array } | { id: number; error: Error }

/** Only for our own markup: the renderer follows references inside the file. Throws when the file has no `viewBox` or is not an SVG. */
export function rasterize(svg: string, size: RasterSize): Promise<Buffer> {
  return draw('svg', { svg, size })
}

/** A lit picture as WebP, of which all its sizes are made. It takes up to two seconds of a processor: cache it. */
export const drawLit = (picture: LitPicture) => draw('lit', picture)

export const sizeLit = (original: Uint8Array, size: LitSize) => draw('size', { original, size })

export const drawRunCard = (card: RunCard) => draw('card', card)

type Waiting = { resolve: (picture: Buffer) => void; reject: (error: Error) => void }

type Painter = { process: ChildProcess; waiting: Map<number, Waiting> }

let painter: Painter | undefined
let idle: NodeJS.Timeout | undefined
let lastId = 0

/** @throws when drawing failed; the next picture is drawn all the same. */
async function draw<Kind extends keyof Paintings>(kind: Kind, of: Task<Kind>['of']): Promise<Buffer> {
  clearTimeout(idle)
  const own = (painter ??= startPainter())
  const id = ++lastId
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      own.waiting.set(id, { resolve, reject })
      own.process.send({ id, kind, of }, (error) => error && reject(error))
    })
  } finally {
    own.waiting.delete(id)
    if (painter === own && own.waiting.size === 0) idle = setTimeout(() => endPainter(own), idleMs).unref()
  }
}

/** It takes a moment to end: what is drawn from now on gets a new one. */
function endPainter(own: Painter): void {
  if (painter === own) painter = undefined
  own.process.disconnect()
}

function startPainter(): Painter {
  const process = fork(program, { serialization: 'advanced' })
  const waiting: Painter['waiting'] = new Map()
  const own = { process, waiting }
  process.on('message', (drawn: Drawn) => {
    if ('error' in drawn) waiting.get(drawn.id)?.reject(drawn.error)
    else waiting.get(drawn.id)?.resolve(Buffer.from(drawn.picture))
  })
  const end = (error: Error) => {
    if (painter === own) painter = undefined
    for (const { reject } of waiting.values()) reject(error)
  }
  process.once('error', end)
  // For want of memory, for example: the next picture gets a new one.
  process.once('exit', () => end(new Error('The process that draws pictures ended')))
  // It keeps nobody from ending.
  process.unref()
  process.channel?.unref()
  return own
}
