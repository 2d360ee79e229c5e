import { index, type RouteConfig, route } from '@react-router/dev/routes'

const room = (file: string) => `features/${file}`

/** The whole site on one screen. */
export default [
  index(room('pages/routes/home.tsx')),
  route('about', room('pages/routes/about.tsx')),
  route('faq', room('pages/routes/faq.tsx')),
  route('learn', room('pages/routes/learn.tsx')),
  route('process-guide', room('pages/routes/process-guide.tsx')),
  route('process-guide.pdf', room('pages/routes/process-pdf.ts')),
  route('services', room('pages/routes/services.tsx')),
  route('art/home/:slug/:file', room('pages/routes/home-art.ts')),
  route('art/pages/:file', room('pages/routes/page-art.ts')),
  route('art/share/:file', room('pages/routes/share-art.ts')),
  route('robots.txt', room('pages/routes/robots.ts')),
  route('sitemap.xml', room('pages/routes/sitemap.ts')),

  route('drops', room('drops/routes/current.tsx')),
  route('drops/vault', room('drops/routes/vault.tsx')),
  route('drops/details', room('drops/routes/details.tsx')),
  route('drops/:slug', room('drops/routes/detail.tsx')),
  route('drops/:slug/reserve', room('drops/routes/reserve.tsx')),
  route('art/drops/:slug/:file', room('drops/routes/art.ts')),
  route('art/patches/:id/:file', room('drops/routes/patch-art.ts')),

  route('vault', room('certificates/routes/registry.tsx')),
  route('art/vault/:slug/:file', room('certificates/routes/line-art.ts')),

  route('privacy', room('policies/routes/privacy.tsx')),
  route('privacy/requests/:request', room('policies/routes/data-request.tsx')),
  route('terms', room('policies/routes/terms.tsx')),
  route('refunds', room('policies/routes/refunds.tsx')),
  route('accessibility', room('policies/routes/accessibility.tsx')),

  route('build', room('builds/routes/build.tsx')),
  route('build-kit', room('builds/routes/build-kit.ts')),
  route('products/sbr', room('builds/routes/sbr.ts')),
  route('art/builds/:file', room('builds/routes/art.ts')),
  route('art/builds/:code/share.png', room('builds/routes/build-art.ts')),
  route('build/submit', room('builds/routes/submit.tsx')),
  route('build/submitted/:submission', room('builds/routes/submitted.tsx')),
  route('builds', room('builds/routes/save.ts')),
  route('builds/compare', room('builds/routes/compare.tsx')),
  route('builds/:code', room('builds/routes/saved-build.tsx')),
  route('builds/:code/sheet.pdf', room('builds/routes/sheet.ts')),

  route('small-batch', room('small-batch/routes/lines.tsx')),
  route('small-batch/:line', room('small-batch/routes/line.tsx')),
  route('art/small-batch/:line/:file', room('small-batch/routes/art.ts')),

  route('ccw-training', room('courses/routes/schedule.tsx')),
  route('ccw-training/instructors', room('courses/routes/instructors.tsx')),
  route('ccw-training/offers/:order', room('courses/routes/offer.ts')),
  route('orders/:order/seat/calendar.ics', room('courses/routes/calendar.ts')),
  route('rosters/:session', room('courses/routes/roster.tsx')),
  route('rosters/:session/marks', room('courses/routes/roster-mark.tsx')),
  route('rosters/:session/roster.csv', room('courses/routes/roster-csv.ts')),
  route('ccw-training/register', room('courses/routes/register.tsx')),
  route('course-registration', room('courses/routes/registration.tsx')),
  route('course-registration/scheduling', room('courses/routes/scheduling.tsx')),
  route('courses', room('courses/routes/courses.ts')),

  route('trust', room('trust/routes/trust.tsx')),
  route('trust/buy', room('trust/routes/buy.tsx')),
  route('orders/:order/trust', room('trust/routes/pack.tsx')),
  route('orders/:order/trust/answers', room('trust/routes/answers.ts')),
  route('orders/:order/trust/:file', room('trust/routes/file.ts')),

  route('accessories', room('accessories/routes/accessories.tsx')),
  route('art/accessories/:id/:file', room('accessories/routes/art.ts')),

  route('cart', room('cart/routes/cart.tsx')),
  route('cart/lines', room('cart/routes/add.ts')),
  route('cart/quantities', room('cart/routes/pieces.ts')),
  route('cart/settlement', room('cart/routes/settle.ts')),

  route('checkout/:order', room('orders/routes/checkout.tsx')),
  route('checkout/:order/renewal', room('orders/routes/renew.tsx')),
  route('checkout/:order/cancellation', room('orders/routes/cancel.tsx')),
  route('orders/:order', room('orders/routes/order.tsx')),
  route('orders/:order/dealer', room('orders/routes/dealer.tsx')),
  route('orders/:order/refund', room('orders/routes/refund.tsx')),
  route('webhooks/payments', room('orders/routes/payment-news.ts')),

  route('contact', room('contact/routes/contact.tsx')),
  route('contact/quote', room('contact/routes/quote.tsx')),

  route('subscriptions', room('subscriptions/routes/subscriptions.tsx')),
  route('subscriptions/confirm', room('subscriptions/routes/confirm.tsx')),
  route('subscriptions/unsubscribe', room('subscriptions/routes/unsubscribe.tsx')),
  route('subscriptions/preferences', room('subscriptions/routes/preferences.tsx')),

  route('api/openapi.json', room('drops/routes/api-document.ts')),
  route('api/drops', room('drops/routes/api-list.ts')),
  route('api/drops/current', room('drops/routes/api-current.ts')),
  route('api/drops/:slug', room('drops/routes/api-detail.ts')),
  route('api/drops/:slug/variants', room('drops/routes/api-variants.ts')),
  route('api/drops/:slug/patches', room('drops/routes/api-patches.ts')),

  route('age-gate', room('age-gate/routes/gate.tsx')),
  route('age-gate/restricted', room('age-gate/routes/restricted.tsx')),
  route('mailbox', room('pages/routes/mailbox.tsx')),
  route('mailbox/:mail', room('pages/routes/mailbox-mail.ts')),
  route('mailbox/:mail/files/:file', room('pages/routes/mailbox-file.ts')),
  route('*', room('pages/routes/not-found.tsx')),
] satisfies RouteConfig
