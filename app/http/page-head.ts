import type { MetaDescriptor } from 'react-router'

/** The head of a page: what search engines and messengers show of it. */
export type PageHead = {
  title: string
  description: string
  /** The address inside the site, beginning with a slash. */
  path: string
  /** The address of the shop, without a closing slash. */
  publicUrl: string
}

/** Title, description and canonical address, and the same for link previews. */
export function pageHead({ title, description, path, publicUrl }: PageHead): MetaDescriptor[] {
  const named = `${title} | PACo`
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
  ]
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
