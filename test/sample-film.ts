// The shape of an MP4 film, without frames that play: what a phone writes around them.

function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const inside = Buffer.concat(content.map((part) => Buffer.from(part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(inside.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, inside])
}

/** A film with a place in its own box, and in that of its track. */
export const sampleMp4 = Buffer.concat([
  box('ftyp', 'isom\0\0\u0002\0isommp42'),
  box(
    'moov',
    box('mvhd', Buffer.alloc(100)),
    box('trak', box('tkhd', Buffer.alloc(84)), box('meta', 'com.example.location+25.7617-080.1918/')),
    box('udta', box('xyz ', '\0\u0012\u0015c+25.7617-080.1918/')),
  ),
  box('mdat', 'SAMPLEFRAMES'.repeat(40)),
])
