import { schemaAddress, type ShopFacts } from '#app/facts/facts.ts'
import { brand } from '#app/kit/brand.ts'

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
