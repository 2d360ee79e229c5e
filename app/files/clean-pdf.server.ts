import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { second } from '#app/kit/clock.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { RewrittenPdf, SentPdf } from './rewrite-pdf.server.ts'

/** Run as it is: the thread loads its modules from the source, as the server's own files are loaded. */
const program = join(process.cwd(), 'app/files/clean-pdf-thread.server.ts')

/** What reading a PDF may take: ten scanned pages of 10 MB take 76 MB and less than a second. */
const usualLimits = { bytes: 192 * 1024 * 1024, ms: 20 * second }
/** The part of the memory that are objects, in MB: a file of nothing but small ones becomes many times its size. */
const maxHeapMb = 128
/** How often that is looked at, in milliseconds: a small file of nested compression fills the memory within a second. */
const watchMs = 50

/**
 * A PDF written anew (`rewritePdf`), in a thread of its own, so that requests are answered meanwhile. A file that takes more
 * memory or time than an honest one is refused: what it becomes is known only while it is read.
 * @throws when the thread cannot be started.
 */
export function cleanPdf(given: Uint8Array, maxPages: number, limits = usualLimits): Promise<RewrittenPdf> {
  const thread = new Worker(program, {
    workerData: { given, maxPages } satisfies SentPdf,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  })
  const until = performance.now() + limits.ms
  const endBeyondLimits = async () => {
    const used = await usedBytes(thread)
    if (used > limits.bytes || performance.now() > until) await thread.terminate()
  }
  const watch = setInterval(() => void endBeyondLimits(), watchMs)
  return new Promise<RewrittenPdf>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', (error: Error) =>
      isOutOfMemory(error) ? resolve(refuse('unreadable')) : reject(error),
    )
    thread.once('exit', () => resolve(refuse('unreadable')))
  }).finally(() => clearInterval(watch))
}

/** The memory of a thread, with the files in it; 0 once it has ended. */
async function usedBytes(thread: Worker): Promise<number> {
  const used = await thread.getHeapStatistics().catch(() => undefined)
  return used ? used.used_heap_size + used.external_memory : 0
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
