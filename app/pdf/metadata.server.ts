import type { DocumentAbout } from './tagged-document.server.ts'

/** What a document says of itself to programs that read no PDF (XMP, ISO 16684-1). */
export function metadataXml({ title, subject, author, lang, at }: DocumentAbout): string {
  const alternative = (text: string) =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${escape(text)}</rdf:li></rdf:Alt>`
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">',
    `<dc:title>${alternative(title)}</dc:title>`,
    `<dc:description>${alternative(subject)}</dc:description>`,
    `<dc:creator><rdf:Seq><rdf:li>${escape(author)}</rdf:li></rdf:Seq></dc:creator>`,
    `<dc:language><rdf:Bag><rdf:li>${escape(lang)}</rdf:li></rdf:Bag></dc:language>`,
    `<xmp:CreateDate>${at.toISOString()}</xmp:CreateDate><xmp:ModifyDate>${at.toISOString()}</xmp:ModifyDate>`,
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
  ].join('')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
