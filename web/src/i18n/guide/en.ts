/** The rules in English, short and in our own words. */
export const en = {
  "rules.title": "How to play {board}",
  "rules.goal_title": "What it is about",
  "rules.goal":
    "Collect cards, pay with them for routes on the map, and join the cities of your tickets. Who has most points in the end wins.",
  "rules.setup_title": "At the start",
  "rules.setup": "Everybody has {cars_n} and {hand} cards. Five cards lie face up; the others are the pile.",
  "rules.setup_tickets": "You are dealt {dealt} tickets and keep at least {keep}. The others don't see them.",
  "rules.setup_long": "One of them is a long ticket.|{n} of them are long tickets.",
  "rules.turn_title": "Your turn: one of these",
  "rules.turn_draw": "draw two cards",
  "rules.turn_claim": "claim a route",
  "rules.turn_tickets": "draw tickets",
  "rules.turn_station": "build a station",
  "rules.draw_title": "Drawing cards",
  "rules.draw": "Take two cards, each from the five that lie face up or blind from the pile. A gap is filled at once.",
  "rules.draw_wild":
    "{a_wild} stands for any colour. Taken face up it is your only card, and it can't be your second one. Blind it counts like any other card.",
  "rules.draw_three": "When three of the five are {wilds}, all five are replaced.",
  "rules.claim_title": "Claiming a route",
  "rules.claim":
    "Pay as many cards of the route's colour as it has spaces, and your {cars} are placed. It need not touch your other routes.",
  "rules.claim_wild": "{wilds} replace any of the cards.",
  "rules.claim_gray": "A gray route takes any colour, but only one.",
  "rules.claim_points": "Longer routes bring more points, at once:",
  "rules.length": "Spaces",
  "rules.points": "Points",
  "rules.double":
    "Nobody may hold both halves of a double route. With {n} players the second half is closed to everybody.|Nobody may hold both halves of a double route. With up to {n} players the second half is closed to everybody.",
  "rules.ferry_title": "Ferries",
  "rules.ferry": "Spaces with a symbol must be paid with {wilds}; the others with any one colour.",
  "rules.tunnel_title": "Tunnels",
  "rules.tunnel":
    "Lay the cards first; then three cards are turned from the pile. Each one of your colour, and each {wild}, costs you one more card.",
  "rules.tunnel_end": "Can't or won't you pay? Then you take your cards back, and your turn is over.",
  "rules.station_title": "Stations",
  "rules.station":
    "Build one in any city that has none. The first costs one card, the second two of one colour, the third three.",
  "rules.station_end":
    "In the end each station lets you use one route of somebody else that ends there, for your tickets alone. The best one is found for you. A station that was not built brings {n} points.",
  "rules.district_title": "Districts",
  "rules.district":
    "The number at a place is its district. Who joins all places of a district with their own routes gets its number in points at the end.",
  "rules.tickets_title": "Tickets",
  "rules.tickets":
    "As a turn, draw {n} more and keep at least {keep}. Joined in the end, a ticket brings its points. If it isn't, it costs them!",
  "rules.end_title": "The end",
  "rules.end": "When somebody has two {cars} or fewer left, everybody has one last turn, that player too.",
  "rules.end_score": "Then the tickets are counted.",
  "rules.longest": "The longest continuous path brings {n} points. It may pass a city twice, but no route.",
  "rules.most_tickets": "The most completed tickets bring {n} points; all who are tied get them.",
  "rules.ties": "A tie goes to: {ties}.",
  "rules.tie_tickets": "more completed tickets",
  "rules.tie_stations": "fewer stations built",
  "rules.tie_longest": "the longest path",

  "variant.title": "What differs from {board}",
  "variant.tickets": "{n} ticket is in play.|{n} tickets are in play.",
  "variant.tickets_long": "{n} ticket is in play, {long} of them long.|{n} tickets are in play, {long} of them long.",
  "variant.new": "One of them is new.|{n} of them are new.",
  "variant.gone": "One ticket of {board} is not in play.|{n} tickets of {board} are not in play.",
  "variant.values": "These tickets have another value: {list}.",
  "variant.big_cities": "Every ticket has a big city at one end at least: {list}.",
  "variant.deal": "At the start you are dealt {n} tickets and keep at least {keep}.",
  "variant.deal_long": "At the start you are dealt {n} tickets, {long} of them long, and keep at least {keep}.",
  "variant.draw": "Later you draw {n} tickets and keep at least {keep}.",
  "variant.longest": "The longest path brings {n} points.",
  "variant.no_longest": "The longest path brings nothing.",
  "variant.most_tickets": "The most completed tickets bring {n} points; all who are tied get them.",
  "variant.no_most_tickets": "The most completed tickets bring nothing.",

  "lesson.intro":
    "A few minutes in a real game against a weak bot: you draw, claim and learn what is special about the board. You can stop the lesson at any time and play on.",
  "lesson.about_london": "The shortest way in: buses and districts.",
  "lesson.about_usa": "The classic: long routes and the longest path.",
  "lesson.about_europe": "With ferries, tunnels and stations.",
  "lesson.not_now": "Not now",
  "lesson.next": "Next",
  "lesson.skip": "Stop the lesson",
  "lesson.close": "Play on",
  "lesson.keep":
    "These tickets are your secret aims: join their two cities with your own routes. Point at one and the map shows its shortest way. Tick at least {n}, then keep them. Near ones that share their way are the easiest.",
  "lesson.wait": "{who} is playing. The log tells what happens.",
  "lesson.draw":
    "Your turn. To claim routes you need cards: draw your first one. Click one of the five that lie face up, or the pile for a surprise.",
  "lesson.second": "And a second one. Face up, {a_wild} can't be taken now: it would have been your only card.",
  "lesson.more":
    "No route can be paid for yet. Draw on: look at the colours along the way of your tickets, and collect one of them.",
  "lesson.claim":
    "You can pay for the routes that glow. Click one, best one on the way of a ticket, and it is yours; if there is a choice, pick the cards. U takes it back. Or draw on and save for a longer one.",
  "lesson.tunnel_now":
    "A tunnel: three cards were turned, and those of your colour cost extra. Pay, or withdraw and take your cards back.",
  "lesson.claimed":
    "The route is yours! It brought points at once: you have {score} now. Longer routes bring far more than short ones.",
  "lesson.tickets":
    "Your tickets say how many {cars} are still missing; point at one to see the way. As a turn you may draw {draw} new ones. Those that you don't complete cost their points in the end!",
  "lesson.double":
    "Some cities are joined by two routes. Nobody may hold both, and with two players the second one is closed.",
  "lesson.ferry": "Ferries show symbols: so many of the cards must be {wilds}.",
  "lesson.tunnel":
    "Routes with a dashed border are tunnels: after you have laid your cards three more are turned, and may make it dearer.",
  "lesson.station":
    "Somebody has taken your route? Build a station in a city: in the end you may use one of the others' routes there, for your tickets.",
  "lesson.district":
    "The numbers are districts. Join all places of one with your own routes and you get its number in points.",
  "lesson.longest": "In the end the longest continuous path brings {bonus} points.",
  "lesson.done":
    "That is all. When somebody has two {cars} or fewer left, everybody has one last turn. Ask for a hint whenever you like, and find the rules in the menu. Good journey!",
};
