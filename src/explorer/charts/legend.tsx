/** What the colours of bars mean, and their whiskers. */
export function Legend() {
  return (
    <p class="legend">
      <span>
        <i class="swatch embedded" /> Making: production, transport, end of life
      </span>
      <span>
        <i class="swatch use" /> Use: the electricity it takes
      </span>
      <span>
        <svg class="swatch-whisker" width="26" height="10" aria-hidden="true">
          <g class="whisker">
            <line x1="1" x2="25" y1="5" y2="5" />
            <line x1="1" x2="1" y1="1" y2="9" />
            <line x1="25" x2="25" y1="1" y2="9" />
          </g>
        </svg>{' '}
        Smallest to largest possible value
      </span>
    </p>
  )
}
