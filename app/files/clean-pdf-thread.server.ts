// The thread of one PDF: it writes it anew, answers, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { rewritePdf, type SentPdf } from './rewrite-pdf.server.ts'

parentPort?.postMessage(await rewritePdf(workerData as SentPdf))
