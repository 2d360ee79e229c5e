export function pageMeta({
  title,
  description,
  url,
  image,
}: {
  title: string
  description: string
  url: string
  image?: string
}) {
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    ...(image
      ? [
          { property: 'og:image', content: image },
          { name: 'twitter:card', content: 'summary_large_image' },
        ]
      : []),
  ]
}
