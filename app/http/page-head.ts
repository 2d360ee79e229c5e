import type { MetaDescriptor } from 'react-router'
import { brand, siteTitle } from '#app/kit/brand.ts'

/** A photograph for shared links. Its path is a whole address where another server has it. */
type SharedPicture = { path: string; width: number; height: number }

/** The head of a page, for search engines and link previews. */
export type PageHead = {
  title: string
  description: string
  /** The path on this site, beginning with a slash. */
  path: string
  /** The URL of the shop, without a trailing slash. */
  publicUrl: string
  /** The picture for shared links: the path of a drawing of 1200 x 630, or a photograph with its size. */
  picture?: string | SharedPicture | undefined
}

/** Title, description and canonical URL, and the same for link previews. The home page's title has no suffix. */
export function pageHead({ title, description, path, publicUrl, picture }: PageHead): MetaDescriptor[] {
  const named = path === '/' ? title : siteTitle(title)
  const url = publicUrl + path
  const shared = typeof picture === 'string' ? { path: picture, width: 1200, height: 630 } : picture
  return [
    { title: named },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand },
    { property: 'og:title', content: named },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    ...(shared
      ? [
          {
            property: 'og:image',
            content: shared.path.startsWith('/') ? publicUrl + shared.path : shared.path,
          },
          { property: 'og:image:width', content: String(shared.width) },
          { property: 'og:image:height', content: String(shared.height) },
          { name: 'twitter:card', content: 'summary_large_image' },
        ]
      : []),
  ]
}

/** The pages with their own picture for shared links, by the last part of its path. */
export const sharePictures = [
  'home',
  'courses',
  'small-batch',
  'accessories',
  'trust',
  'process',
  'learn',
] as const
export type SharePicture = (typeof sharePictures)[number]

/** The path of a page's picture for shared links. Drops and releases have their own drawings. */
export function sharePath(picture: SharePicture): string {
  return `/art/share/${picture}.png`
}
