import { schemaAddress, type ShopFacts } from '#app/facts/facts.ts'
import { brand } from '#app/kit/brand.ts'

export type Crumb = { name: string; path: string }

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

export type Availability =
  | 'InStock'
  | 'OutOfStock'
  | 'LimitedAvailability'
  | 'PreOrder'
  | 'SoldOut'
  | 'Discontinued'

/** Prices are US cents. */
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
    image: string | undefined
    priceCents: number
    availability: Availability
    category: string
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

/** Part of the page's content, so nobody reads it before the age gate. Only what the server sends is read: in the browser `data` may be empty. */
export function JsonLd({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- our own facts, escaped so that no text can end the script
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  )
}
