/** Accepted only from this host, over https, for the whole site (RFC 6265bis, 4.1.3.2): a neighboring subdomain cannot plant one. */
export const hostPrefix = '__Host-'
