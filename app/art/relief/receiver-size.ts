/** Size of the close view of a receiver in pixels: for pages, which need nothing else of its drawing. */
export const receiverWidth = 1280
export const receiverHeight = 853
