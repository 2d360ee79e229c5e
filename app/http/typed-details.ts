export const clearDetailsPath = '/typed-details'
export const clearDetailsField = 'back'

export const typedDetailsWords = {
  filled: 'Filled in with what you typed before in this browser.',
  clear: 'Not you? Clear',
} as const
