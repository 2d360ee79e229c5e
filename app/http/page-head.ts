import type { MetaDescriptor } from 'react-router'

/** The head of a page, for search engines and link previews. */
export type PageHead = {
  title: string
  description: string
  /** The path on this site, beginning with a slash. */
  path: string
  /** The URL of the shop, without a trailing slash. */
  publicUrl: string
  /** The path of a picture for shared links, 1200 x 630. */
  picture?: string | undefined
}

/** Title, description and canonical URL, and the same for link previews. The home page's title has no suffix. */
export function pageHead({ title, description, path, publicUrl, picture }: PageHead): MetaDescriptor[] {
  const named = path === '/' ? title : `${title} | PACo`
  const url = publicUrl + path
  return [
    { title: named },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'PACo' },
    { property: 'og:title', content: named },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    ...(picture
      ? [
          { property: 'og:image', content: publicUrl + picture },
          { property: 'og:image:width', content: '1200' },
          { property: 'og:image:height', content: '630' },
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

/** A breadcrumb: one level on the way to a page. */
export type Crumb = { name: string; path: string }

/** The breadcrumbs of a page in schema.org terms: home, then the levels between, the page last. */
export function breadcrumbList(publicUrl: string, crumbs: readonly Crumb[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...crumbs].map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: publicUrl + path,
    })),
  }
}

/** Who runs the shop, in schema.org terms. Pages that say more about it refer to it by this `@id`. */
export function organization(publicUrl: string) {
  return {
    '@type': 'Organization',
    '@id': `${publicUrl}/#shop`,
    name: 'PACo',
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icon-512.png`,
    address: {
      '@type': 'PostalAddress',
      addressLocality: 'Miami',
      addressRegion: 'FL',
      addressCountry: 'US',
    },
  }
}
