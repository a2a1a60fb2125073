# The service in a container, from a clone alone: `docker build -t impactql .`. No build tools, no root, a read-only root file
# system, a health check. BASE: any image with Node.js 22.18 or later and npm; a release pins it by its digest.
ARG BASE=node:24-slim

# The packages that run, as the lockfile has them.
FROM ${BASE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts

# Both packages of impactql, and the explorer. The Node.js of BASE replaces the one of the development dependencies.
FROM ${BASE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts && rm -rf node_modules/node node_modules/.bin/node
COPY . .
RUN npm run build:explorer && npm run build

FROM ${BASE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
# As in `npm start`: glibc returns freed memory to the system.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /build/dist/impactql-core node_modules/impactql-core
COPY --from=build /build/dist/impactql ./
# Mount a volume here for jobs, and set JOBS_FOLDER=/jobs. All else that is written goes to /tmp.
RUN install -d -o 1000 -g 1000 /jobs
USER 1000:1000
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=2s --start-period=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--min-semi-space-size=16", "--max-semi-space-size=16", "--heap-growing-percent=100", "--initial-old-space-size=100", "--no-allocation-site-pretenuring", "--expose-gc", "--import", "./src/server/compile-cache.js", "src/server/main.js"]
