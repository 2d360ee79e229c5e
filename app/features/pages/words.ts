/** Texts of the error pages, verbatim from the specification (sections 2 and 8). */
export const errorWords = {
  pageNotFound: 'Oops! Page not found',
  router: 'Unexpected Application Error!',
  render: 'Something went wrong',
  tryAgain: 'Try Again',
} as const
