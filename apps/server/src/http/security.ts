import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Security headers. The policy names what the console needs: MapLibre runs its workers from blobs and draws
 * tiles of whatever server the operator configured; Ant Design writes style elements; extension panels are
 * pages of others in frames. Scripts come from here alone.
 */
export async function sendSecurityHeaders(
  fastify: FastifyInstance,
  options: { tls: boolean },
): Promise<void> {
  await fastify.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        mediaSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'data:', 'blob:', 'https:', 'wss:'],
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
}
