import { artPalette } from '#app/art/art-theme.ts'
import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { blueprintSvg } from '#app/art/blueprint/blueprint-svg.ts'
import { type Build, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { remembered } from '#app/kit/remembered.ts'
import { type BuildCallArt, buildCallArt, buildCallEdition } from '../rules.ts'
import type { Route } from './+types/page-art'

/** Nothing in a drawing may load or run anything, should its file ever be opened as a page. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'"

/** The rifle under the home page's last call: five parts chosen, the others in phantom line. */
export function loader({ params, request }: Route.LoaderArgs) {
  const [, file = ''] = /^([a-z-]+)\.svg$/.exec(params.file) ?? []
  if (!Object.hasOwn(buildCallArt, file)) return new Response('There is no such picture.', { status: 404 })
  const isNamed = new URL(request.url).searchParams.get('v') === buildCallEdition
  return new Response(draw(file as BuildCallArt), {
    headers: {
      'Content-Type': 'image/svg+xml',
      'Cache-Control': isNamed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      'Content-Security-Policy': drawingPolicy,
    },
  })
}

const build: Build = { ...STARTING_BUILDS.ar15, optic: 'scope', accessories: ['light'], suppressor: true }
const chosen = ['lower', 'upper', 'barrel', 'stock', 'handguard'] as const

const draw = remembered(2, (file: BuildCallArt): string => {
  const { width, height } = buildCallArt[file]
  const isPhone = file === 'build-call-phone'
  const across = isPhone ? 33.4 : 36.4
  const sheet = renderBlueprint(build, {
    chosen,
    limits: false,
    pxPerInch: width / across,
    terse: isPhone,
    frame: { x: isPhone ? -18.5 : -18.9, y: -5.2, width: across, height: (across * height) / width },
  })
  return blueprintSvg(sheet, {
    palette: artPalette('noir'),
    widthPx: width,
    title: 'Rifle, illustration',
  })
})
