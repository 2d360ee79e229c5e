import { schemaAddress, type ShopFacts } from '#app/facts/facts.ts'
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

/** What an offer of goods by parcel costs to send within the country, and that parcels do not come back; the refund policy has the whole. */
export function parcelTerms(publicUrl: string, shippingCents: number | undefined) {
  return {
    ...(shippingCents !== undefined && {
      shippingDetails: {
        '@type': 'OfferShippingDetails',
        shippingRate: {
          '@type': 'MonetaryAmount',
          value: (shippingCents / 100).toFixed(2),
          currency: 'USD',
        },
        shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'US' },
      },
    }),
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'US',
      returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
      merchantReturnLink: `${publicUrl}/refunds`,
    },
  }
}

/** How goods can be had, in schema.org terms. */
export type Availability =
  | 'InStock'
  | 'OutOfStock'
  | 'LimitedAvailability'
  | 'PreOrder'
  | 'SoldOut'
  | 'Discontinued'

/** A product in schema.org terms. Prices are US cents. */
export function productData(
  publicUrl: string,
  {
    path,
    name,
    description,
    image,
    priceCents,
    availability,
    category,
    terms = {},
  }: {
    path: string
    name: string
    description: string
    /** A path of this site, or a whole address. */
    image: string | undefined
    priceCents: number
    availability: Availability
    category: string
    /** What else there is to say of the offer. */
    terms?: object
  },
) {
  const url = publicUrl + path
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': `${url}#product`,
    url,
    name,
    description,
    category,
    sku: path.split('/').at(-1),
    brand: { '@type': 'Brand', name: brand },
    ...(image && { image: new URL(image, publicUrl).href }),
    offers: {
      '@type': 'Offer',
      url,
      price: (priceCents / 100).toFixed(2),
      priceCurrency: 'USD',
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${availability}`,
      seller: { '@id': `${publicUrl}/#shop` },
      ...terms,
    },
  }
}

/** Who runs the shop, in schema.org terms. Pages that say more about it refer to it by this `@id`. */
export function organization(publicUrl: string, facts: ShopFacts) {
  return {
    '@type': 'Organization',
    '@id': `${publicUrl}/#shop`,
    name: brand,
    ...(facts.legalName && { legalName: facts.legalName }),
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icon-512.png`,
    ...(facts.phone && { telephone: facts.phone }),
    ...(facts.email && { email: facts.email }),
    address: schemaAddress(facts),
  }
}
