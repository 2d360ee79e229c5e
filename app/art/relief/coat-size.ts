/** Size of the lit view of a build's receiver in pixels: for pages, which need nothing else of its drawing. */
export const coatWidth = 960
export const coatHeight = 640
