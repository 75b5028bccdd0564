// page.js: opens the book's pages in a browser and starts their labs, for tests.
'use strict';

const PATIENCE = 120000; // ms that a page may take for anything, on a busy machine

// Opens an address of the site in a new page of a browser, or of one of its contexts. Errors of scripts go to `wrong`.
async function open(from, site, address, wrong, options) {
    const page = await from.newPage(options);
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', e => wrong.push(`${address}: ${e.message}`));
    await page.goto(`file://${site}/${address}`);
    return page;
}

// Starts a lab, and waits until it can be stepped.
async function start(page, id) {
    await page.locator(`[id="${id}"] .lab-buttons button`).first().click();
    await page.waitForSelector(`[id="${id}"][data-ready]`);
}

module.exports = { open, start };
