import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

export interface SecurityOptions {
  readonly tls: boolean;
  /** Tile servers without TLS of the operator's base layers: `http://tiles.harbour:8081`. */
  readonly tileOrigins: readonly string[];
}

/**
 * Sets the security headers. The policy allows what the console needs: MapLibre runs its workers from blobs and loads tiles
 * from any https server, and from the given servers without TLS; Ant Design writes style elements; extension panels are
 * frames of other sites. Scripts come from this server only.
 */
export async function sendSecurityHeaders(fastify: FastifyInstance, options: SecurityOptions): Promise<void> {
  await fastify.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...options.tileOrigins],
        mediaSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'data:', 'blob:', 'https:', 'wss:', ...options.tileOrigins],
        // Extension panels, which can be pages of the operator's network without TLS.
        frameSrc: ["'self'", 'http:', 'https:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    // Tile servers require a referrer; they get the origin, never the path.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    // HSTS is valid only over TLS.
    strictTransportSecurity: options.tls ? { maxAge: 31_536_000 } : false,
  });
  fastify.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS);
  });
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
