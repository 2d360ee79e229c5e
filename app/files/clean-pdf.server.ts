import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { second } from '#app/kit/clock.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { RewrittenPdf, SentPdf } from './rewrite-pdf.server.ts'

const program = './app/files/clean-pdf-process.server.ts'

const megabyte = 1024 * 1024
/** What a process may take. Node and the library need 90 MB; ten scanned pages of 8 MB take 55 more, and half a second. */
type PdfLimits = { bytes: number; cpuMs: number; ms: number }
/** Of the processor a file of the usual size takes little, however busy the machine is; a large one may take longer. */
const limitsFor = (bytes: number): PdfLimits => ({
  bytes: 256 * megabyte,
  cpuMs: (bytes < 5 * megabyte ? 5 : 20) * second,
  ms: 20 * second,
})
/** The part of the memory that are objects, in MB: a file of nothing but small ones becomes many times its size. */
const maxHeapMb = 128
/** How often that is looked at, in milliseconds: a small file of nested compression fills the memory within a second. */
const watchMs = 50

/** In a process of its own: requests go on, and a file that takes more memory or time than an honest one ends it and is refused. @throws by a fault of ours. */
export function cleanPdf(
  given: Uint8Array,
  maxPages: number,
  { limits = limitsFor(given.length), signal }: { limits?: PdfLimits; signal?: AbortSignal | undefined } = {},
): Promise<RewrittenPdf> {
  const child = startPdfProcess()
  const until = performance.now() + limits.ms
  const watch = setInterval(() => {
    const isOver =
      usedBytes(child.pid) > limits.bytes || usedCpuMs(child.pid) > limits.cpuMs || performance.now() > until
    if (isOver || signal?.aborted) child.kill('SIGKILL')
  }, watchMs)
  return new Promise<RewrittenPdf>((resolve, reject) => {
    child.once('message', (done: RewrittenPdf) => resolve(done))
    child.once('error', reject)
    // Ended by a signal: by us, or by its own engine for want of memory.
    child.once('exit', (code, signal) =>
      signal ? resolve(refuse('unreadable')) : reject(new Error(`Reading a PDF ended with ${code}`)),
    )
    child.send({ given, maxPages } satisfies SentPdf)
  }).finally(() => {
    clearInterval(watch)
    child.kill('SIGKILL')
  })
}

/** A process for one PDF, that ends with the shop: it notices that nobody holds the other end of its standard input. */
export const startPdfProcess = () =>
  fork(program, {
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })

/** The memory of a process. 0 once it has ended, and where there is no /proc: there only objects and time are limited. */
function usedBytes(pid = 0): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** The time that a process has had of the processors, counted by the system in hundredths of a second. 0 where there is no /proc. */
function usedCpuMs(pid = 0): number {
  try {
    // What follows the name, which may hold spaces: the state, ten more fields, then the time as the program and in the system.
    const [, after = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const [own, ofSystem] = after.split(' ').slice(11, 13)
    return (Number(own) + Number(ofSystem)) * 10
  } catch {
    return 0
  }
}
