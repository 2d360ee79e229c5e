import { shopContext } from '#app/http/context.server.ts'
import { notFound, tooManyWords } from '#app/http/errors.ts'
import { writeTrainingCertificate } from '../documents.server.ts'
import { findCertificate, findCertificateCode } from '../store/roster.server.ts'
import type { Route } from './+types/seat-certificate'
import { requireOwnSeat } from './own-seat.server.ts'

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { orderId, session } = await requireOwnSeat(args)
  const limit = await shop.limits.take('document', orderId)
  if (!limit.ok) throw new Response(tooManyWords(limit.retryAfterSeconds), { status: 429 })
  const code = await findCertificateCode(shop.db, orderId, session.id)
  const certificate = code && (await findCertificate(shop.db, code))
  if (!certificate)
    throw notFound('No Certificate Yet', {
      text: 'The certificate is made once the instructor has marked your attendance and your live fire.',
      link: { to: `/orders/${orderId}/seat`, label: 'Your Seat' },
    })
  const file = await writeTrainingCertificate(certificate, {
    licensee: shop.facts().legalName,
    publicUrl: shop.publicUrl,
    timeZone: shop.timeZone,
  })
  return new Response(file as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="certificate-${code}.pdf"`,
    },
  })
}
