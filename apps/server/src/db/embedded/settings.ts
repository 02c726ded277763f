/**
 * PostgreSQL's settings for the embedded cluster: for a machine with 2 cores and a few hundred megabytes for the
 * database, many inserts, and connections over one socket. Written at each start, so that they follow the version of
 * the server. Operators override them in `local.conf` in the same folder, which is read last.
 */
export function settingsText(sockets: string, port: number, tcp: boolean): string {
  const settings: Record<string, string | number> = {
    listen_addresses: tcp ? "'127.0.0.1'" : "''",
    port,
    ...(tcp
      ? {}
      : { unix_socket_directories: `'${sockets.replaceAll("'", "''")}'`, unix_socket_permissions: '0700' }),
    max_connections: 60,

    // An acknowledged position must never be lost: these three settings are required.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    // A parallel query on both cores would delay incoming reports.
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    random_page_cost: 1.1,

    // Full pages are written once after each checkpoint: few checkpoints, spread out, and compressed.
    wal_compression: 'on',
    checkpoint_timeout: '15min',
    max_wal_size: '1GB',
    min_wal_size: '128MB',

    // Tables grow by inserts, and one state row per tracker is updated constantly.
    autovacuum_naptime: '20s',
    autovacuum_max_workers: 2,
    autovacuum_vacuum_scale_factor: 0.05,
    autovacuum_analyze_scale_factor: 0.05,

    timezone: "'UTC'",
    log_timezone: "'UTC'",
    lc_messages: "'C'",
    datestyle: "'iso'",
    log_checkpoints: 'off',
  };
  return [
    '# Written by the server at each start. Put your own settings into local.conf in this folder.',
    ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
    "include_if_exists = 'local.conf'",
    '',
  ].join('\n');
}
