import type { MetaDescriptor } from 'react-router'
import { brand, siteTitle } from '#app/kit/brand.ts'

type SharedPicture = { path: string; width: number; height: number }

export type PageHead = {
  title: string
  description: string
  /** Begins with a slash. */
  path: string
  /** Without a trailing slash. */
  publicUrl: string
  picture?: string | SharedPicture | undefined
}

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

type OwnHead = Omit<PageHead, 'publicUrl'>

/** The `meta` of a page whose loader gives it the shop's address: its head, which may say what was loaded. */
export function pageMeta<Loaded extends { publicUrl: string }>(
  head: OwnHead | ((loaded: Loaded) => OwnHead),
) {
  return ({ loaderData }: { loaderData: Loaded | undefined }): MetaDescriptor[] => {
    if (!loaderData) return []
    const own = typeof head === 'function' ? head(loaderData) : head
    return pageHead({ ...own, publicUrl: loaderData.publicUrl })
  }
}

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

export function sharePath(picture: SharePicture): string {
  return `/art/share/${picture}.png`
}

/** Internal header of a page that is the same for everybody; it never leaves the server. */
export const sharedMark = 'X-Shared-Page'

/** The server may cache it, so nothing that differs between visitors may be in it. Needs a `SharedHandle`: without it the page is not cached. */
export const sharedPage = { [sharedMark]: 'yes' } as const

/** Rendered with these search parameters alone, so that it has no more copies than contents, and without the visitor's headers. */
export type SharedHandle = { sharedParams: readonly string[] }
