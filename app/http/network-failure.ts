export const networkFailureWords =
  'That did not go through. Everything you typed is still here: check the connection and press again.'
