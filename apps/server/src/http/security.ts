import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

export interface SecurityOptions {
  readonly tls: boolean;
  /** Servers without TLS that the operator's base layers come from: `http://tiles.harbour:8081`. */
  readonly tileOrigins: readonly string[];
}

/**
 * Security headers. The policy names what the console needs: MapLibre runs its workers from blobs and draws
 * tiles of whatever server the operator configured (of those without TLS, these and no others); Ant Design writes style elements; extension panels are
 * pages of others in frames. Scripts come from here alone.
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
        // Extension panels, which may be pages of the operator's own network without TLS.
        frameSrc: ["'self'", 'http:', 'https:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    // Tile servers ask who uses them; they get the origin, never the path.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    // Only what came over TLS may demand it from then on.
    strictTransportSecurity: options.tls ? { maxAge: 31_536_000 } : false,
  });
  fastify.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS);
  });
}

/**
 * W3C Permissions Policy: the console shows its map over the whole screen. What it does not use, no page of it and no panel in it may
 * ask for.
 */
const PERMISSIONS = [
  'fullscreen=(self)',
  ...['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'usb', 'serial'].map(
    (feature) => `${feature}=()`,
  ),
].join(', ');
