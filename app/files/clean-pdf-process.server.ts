// The process of one PDF: it writes it anew and answers. The shop ends it, and it does not outlive the shop.
import { once } from 'node:events'
import { rewritePdf, type SentPdf } from './rewrite-pdf.server.ts'

process.once('disconnect', () => process.exit())
const [sent] = (await once(process, 'message')) as [SentPdf]
process.send?.(await rewritePdf(sent))
