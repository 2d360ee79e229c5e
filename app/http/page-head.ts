import type { MetaDescriptor } from 'react-router'

/** The head of a page: what search engines and messengers show of it. */
export type PageHead = {
  title: string
  description: string
  /** The address inside the site, beginning with a slash. */
  path: string
  /** The address of the shop, without a closing slash. */
  publicUrl: string
  /** The address of a picture inside the site, 1200 x 630, for shared links. */
  picture?: string | undefined
}

/** Title, description and canonical address, and the same for link previews. The home page's title stands alone. */
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

/** The pages that have a picture for shared links of their own, by the last part of its address. */
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

/** The address of a page's picture for shared links. Drops and lines have drawings of their own. */
export function sharePath(picture: SharePicture): string {
  return `/art/share/${picture}.png`
}

/** A place on the way to a page. */
export type Crumb = { name: string; path: string }

/** Where a page stands in the site, as schema.org tells it: home, then the places on the way, the page last. */
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

/** Who runs the shop, as schema.org tells it. Pages that tell more of it refer to it by this `@id`. */
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
