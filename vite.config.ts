import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const external = ['sharp', 'pg', 'pg-boss', 'pino', 'nodemailer']

// The styles of the public site are one file: the router adds a file that a page lacks, and then the browser computes every style
// and the layout anew, which takes a slow phone half a second with each step.
const styles = /app\/(?!features\/console\/).*\.css$/
const framework = /node_modules\/(react|react-dom|react-router|scheduler)\/|rolldown\/runtime/
// The frame of every page, and what pages of every kind are made of, in one file: one of a few hundred bytes costs
// as much again to ask for. Nothing with styles of its own: they would come before the root's, which says in which order
// layers stand.
const shell = anyOf(
  /app\/ui\/(toaster|toast-queue|button|hydrated|early-events|early-input|offline-forms|form-target|next-pages|when-idle|stay-on-page|skip-link)\./,
  /app\/ui\/(section|submit-once|dialog|trap-field|ticks)\./,
  /app\/(http\/(sender-fields|page-head|json-ld|network-failure|not-found|verified|held-orders|more-proof|page-modules)|kit\/(money|count|calendar-date|date-format|memoize|host-prefix))\./,
  /app\/features\/(age-gate\/(rules|components\/gate-frame)|cart\/(rules|words|components\/use-cart))\./,
  /app\/features\/(orders\/sellable\.|pages\/(words\.|components\/status-plate\.))/,
  /app\/features\/(console\/rules\/path|site-search\/(rules|words)|checkout\/components\/held-place)\./,
  /lucide-react\/dist\/esm\/(shared|Icon|createLucideIcon|context|icons\/(check|plus|arrow-right|badge-check|shield-check)\.)/,
  /vite\/preload-helper/,
)
const parts = anyOf(
  /app\/ui\/(price|definition-list|empty-state|badge|steps|progress|refusal-notice)\./,
  /app\/features\/orders\/words\/offered\./,
)
// What pages of words have no use for stays out of what every page loads. A page takes a group whole, so each holds what the
// same pages need.
const forms =
  /app\/(ui\/(field|field-frame|choice-field|error-summary)|http\/(form|given|human-proof|hold-proof|use-hold-proof|use-proven-form|refused))\./
const calls = /app\/features\/pages\/(rules|components\/(sentences|cta-buttons))\./
const reading = /app\/features\/(claims\/(rules|components)|pages\/components\/(page-top|calls|drawn)\.)/
const live = /app\/(live\/|ui\/(countdown|use-now))/
const hero = anyOf(
  /app\/(ui\/(hero|hero-video|drawing-key)|art\/art-frames)\./,
  /app\/features\/subscriptions\/(rules|components\/waitlist-button)\./,
)
const photos = /app\/features\/photos\/(rules|components\/)/
const plate = /app\/art\/(drawing|data-plate)/
const pantograph = /app\/art\/pantograph/
const drops = anyOf(
  /app\/(art\/(unit-state|live-strokes)|features\/drops\/(rules|words|words\/early-access|rules\/art-lines|routes\/page-meta))\./,
  /app\/features\/drops\/components\/(live-art|buy-patch|hero-picture|notify-button|drop-hero|use-status-change)\./,
)
const numbers = anyOf(
  /app\/features\/drops\/(words\/variants|rules\/unit-groups)\./,
  /app\/features\/drops\/components\/(variant-choice|hold-panel|number-map|unit-groups|unit-grid|pick-number)\./,
)
// How far an order is: also what needs no more of orders asks this.
const stages = /app\/features\/orders\/rules(\/path)?\./
const order = anyOf(
  /app\/features\/orders\/(words|rules\/parcel|words\/(order-subject|parcels|invoice))\./,
  /app\/features\/orders\/components\/(order-plate|field-order|offered-facts|line-item|form-draft|use-form-draft|toast-on-mount)\./,
  /app\/features\/checkout\/words\./,
)
const places = anyOf(
  /app\/features\/(compliance\/(words|rules\/states)|delivery\/(data\/|rules\/places))/,
  /app\/features\/orders\/components\/(fill-state|state-field)\./,
)
const rifle = anyOf(
  /app\/art\/blueprint\//,
  /app\/features\/builds\/(rules\/(build-class|part-drawing)|words\/finish|components\/(build-form|class-statement|use-width))\./,
)
// What the landing of the builds and the builder share.
const builds = anyOf(
  /app\/features\/builds\/(rules\/(build-address|addresses)|words\/(showing|build-page)|components\/(start-from|landing-steps))\./,
  /app\/features\/trust\/components\/bundle-note\./,
)
const subscribe = /app\/features\/subscriptions\/(words|components\/(subscribe-form|use-subscribe))\./
// What is small in most features and used by several of its pages.
const small = /app\/features\/([\w-]+)\/(rules|words|addresses)\./

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few files: a page's script in fifty small ones is larger, compressed, than the same in five.
            codeSplitting: {
              groups: [
                { name: 'styles', test: styles },
                { name: 'framework', test: framework },
                { name: 'shell', test: shell },
                { name: 'parts', test: parts, minShareCount: 2 },
                { name: 'calls', test: calls, minShareCount: 3 },
                { name: 'reading', test: reading, minShareCount: 3 },
                { name: 'forms', test: forms, minShareCount: 3 },
                { name: 'live', test: live, minShareCount: 3 },
                { name: 'hero', test: hero, minShareCount: 3 },
                { name: 'photos', test: photos, minShareCount: 3 },
                { name: 'pantograph', test: pantograph, minShareCount: 3 },
                { name: 'plate', test: plate, minShareCount: 3 },
                { name: 'drops', test: drops, minShareCount: 3 },
                { name: 'numbers', test: numbers, minShareCount: 2 },
                { name: 'stages', test: stages, minShareCount: 2 },
                { name: 'order', test: order, minShareCount: 3 },
                { name: 'places', test: places, minShareCount: 3 },
                { name: 'subscribe', test: subscribe, minShareCount: 3 },
                { name: (id) => small.exec(id)?.[1], debugName: 'small', test: small, minShareCount: 3 },
                { name: 'build-pages', test: builds, minShareCount: 2 },
                { name: 'rifle', test: rifle, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    // One bundle holds the Hono application and the router, so that both see the same modules.
    ssr: {
      build: { rolldownOptions: { input: './server/app.ts' } },
      // Everything goes into the bundle but what is native or finds files of its own: loading thousands of small
      // modules would cost seconds at each start and 200 MB of memory for good.
      resolve: { noExternal: command === 'build' ? true : [], external },
    },
  },
}))

function anyOf(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'))
}
