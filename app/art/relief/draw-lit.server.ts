import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { minute } from '#app/kit/clock.ts'
import type { LitPicture } from './receiver.server.ts'

const program = './app/art/relief/draw-thread.server.ts'

/** A new shop draws one picture after the other. After that long without one, its thread gives its memory back. */
const idleMs = minute

let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()

/** In a thread of its own, so that requests are answered meanwhile, one after the other. Cache it. @throws when drawing failed; the next one is drawn all the same. */
export function drawLit(picture: LitPicture): Promise<Buffer> {
  const drawn = last.then(() => drawInThread(picture))
  last = drawn.catch(() => undefined)
  return drawn
}

async function drawInThread(picture: LitPicture): Promise<Buffer> {
  clearTimeout(idle)
  const own = (thread ??= new Worker(program))
  own.ref()
  try {
    const answered = once(own, 'message') as Promise<[Uint8Array | Error]>
    own.postMessage(picture)
    const [result] = await answered
    if (result instanceof Error) throw result
    return Buffer.from(result)
  } catch (error) {
    // It may have ended, for want of memory for example: the next picture gets a new one.
    endThread(own)
    throw error
  } finally {
    own.unref()
    idle = setTimeout(() => endThread(own), idleMs).unref()
  }
}

function endThread(own: Worker) {
  if (thread === own) thread = undefined
  void own.terminate()
}
