import type { FastifyInstance } from 'fastify';

export interface SecurityOptions {
  readonly tls: boolean;
  /** Tile servers without TLS of the operator's base layers: `http://tiles.harbour:8081`. */
  readonly tileOrigins: readonly string[];
}

/** Sends the security headers with each response. They are made once: a public page has ten thousand requests a second. */
export function sendSecurityHeaders(fastify: FastifyInstance, options: SecurityOptions): void {
  const headers = securityHeaders(options);
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** By name in lower case: those that Helmet 8 recommends, with the policies of the console. */
export function securityHeaders({ tls, tileOrigins }: SecurityOptions): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentPolicy(tileOrigins),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': PERMISSIONS,
    // Tile servers require a referrer; they get the origin, never the path.
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Valid only over TLS (RFC 6797, section 7.2).
    ...(tls && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };
}

/**
 * The policy allows what the console needs: MapLibre runs its workers from blobs and loads tiles from any https server, and from
 * the given servers without TLS; Ant Design writes style elements; extension panels are frames of other sites. Scripts come from
 * this server only.
 */
function contentPolicy(tileOrigins: readonly string[]): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'worker-src': ["'self'", 'blob:'],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...tileOrigins],
    'media-src': ["'self'", 'data:', 'blob:', 'https:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", 'data:', 'blob:', 'https:', 'wss:', ...tileOrigins],
    // Extension panels, which can be pages of the operator's network without TLS.
    'frame-src': ["'self'", 'http:', 'https:'],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';');
}

/**
 * W3C Permissions Policy: the console uses full screen. Features that it does not use are denied to its pages and to the
 * panels in them.
 */
const PERMISSIONS = [
  'fullscreen=(self)',
  ...['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'usb', 'serial'].map(
    (feature) => `${feature}=()`,
  ),
].join(', ');
